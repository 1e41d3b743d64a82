/** The log grows to this until a checkpoint lets its oldest files be used again. */
export const WAL_MEGABYTES = 512
export const WAL_FILE_MEGABYTES = 4

/** What differs from PostgreSQL's own defaults, tuned for a service and its database on one small machine. */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '40',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  commit_delay: '0',
  // The pages that are written whole after a checkpoint: compressing them made commits up to three times as slow then.
  wal_compression: 'off',
  max_wal_size: `${WAL_MEGABYTES}MB`,
  // Files that were filled are kept to be filled again: every commit waits while a new one is made.
  min_wal_size: `${WAL_MEGABYTES / 2}MB`,
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Failed statements reach their caller; in the log their text could carry what callers sent.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}
