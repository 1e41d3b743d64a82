const MINUTE = 60
const DAY = 86_400

/** Lifetimes in seconds. */
export const LIFETIMES = {
  accessToken: 15 * MINUTE,
  authorizationCode: MINUTE,
  interaction: 10 * MINUTE,
  /** Of a connection, however often its token is refreshed. */
  connection: 30 * DAY,
  client: 180 * DAY,
} as const
