import { Count, NatsUrls, PostgresUrl } from './schemas.ts'

/** The variables of the database, and of notifications between its replicas. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: {
    schema: PostgresUrl,
    fallback: '',
    about:
      'PostgreSQL 15 or newer instead of the embedded one; needs SECRET. With several hosts, separated by commas, the primary is used.',
  },
  DATABASE_DIRECT_URL: {
    schema: PostgresUrl,
    fallback: '',
    about:
      'The same database without a connection pooler, for locks, listeners and migrations; needed if DATABASE_URL is pooled.',
  },
  DATABASE_READ_URL: {
    schema: PostgresUrl,
    fallback: '',
    about:
      'A standby of the same database, for reads of the launchpad; not used while it is behind the index. With several hosts, a standby is used. Needs DATABASE_URL.',
  },
  FANOUT_URL: {
    schema: NatsUrls,
    fallback: '',
    about:
      'NATS servers that carry notifications between replicas instead of the database, separated by commas: nats:// or tls://user:password@host:4222. Needs DATABASE_URL.',
  },
  DATABASE_POOL_SIZE: {
    schema: Count,
    fallback: '10',
    about: 'Connections of this replica to DATABASE_URL; three more are opened directly.',
  },
} as const
