/** The range of systemd's dynamic users. */
const USER_MIN = 61_184
const USERS = 4_000
let next = Math.floor(Math.random() * USERS)

/** Only root can give each box its own user; otherwise it is ours, in its own user namespace. */
export function freshUser(): number | undefined {
  return process.getuid?.() === 0 ? USER_MIN + (next++ % USERS) : undefined
}
