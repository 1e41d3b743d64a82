import { Hono } from 'hono'

export default new Hono().get('/', (context) => context.text('ponder'))
