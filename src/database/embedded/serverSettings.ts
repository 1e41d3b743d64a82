/** Size of the WAL before a checkpoint recycles its oldest segments. */
export const WAL_MEGABYTES = 512
export const WAL_FILE_MEGABYTES = 4

/** Deviations from PostgreSQL's defaults, for a service and its database on one small machine. */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '40',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  commit_delay: '0',
  // Compressing full-page images made commits after a checkpoint up to three times slower.
  wal_compression: 'off',
  max_wal_size: `${WAL_MEGABYTES}MB`,
  // Segments are recycled, because commits wait while a new one is created.
  min_wal_size: `${WAL_MEGABYTES / 2}MB`,
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Callers get the errors of failed statements; logging the statements could leak their data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}
