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
  wal_compression: 'pglz',
  max_wal_size: '1GB',
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
