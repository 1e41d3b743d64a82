import { apiKey } from '@better-auth/api-key'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'

// Milliseconds of one verifyApiKey, one after the other, as a JSON line. Its own limit of ten calls a day is off.
const SECONDS = 3

const pool = new pg.Pool({ connectionString: process.argv[2] })
const auth = betterAuth({
  baseURL: 'http://127.0.0.1:8787',
  secret: 'a secret of more than thirty-two characters',
  database: pool,
  emailAndPassword: { enabled: true },
  logger: { disabled: true },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
})
await (await getMigrations(auth.options)).runMigrations()
const { user } = await auth.api.signUpEmail({ body: { email: 'a@example.com', password: 'a long password', name: 'a' } })
const { key } = await auth.api.createApiKey({ body: { name: 'bench', userId: user.id } })

async function verify() {
  const { valid } = await auth.api.verifyApiKey({ body: { key } })
  if (!valid) throw new Error('the key was refused')
}

for (let i = 0; i < 50; i++) await verify()
const start = performance.now()
let calls = 0
for (; performance.now() - start < SECONDS * 1000; calls++) await verify()
console.log(JSON.stringify({ ms: (performance.now() - start) / calls, calls }))
await pool.end()
