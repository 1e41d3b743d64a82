import { expect, vi } from 'vitest'
import { json } from './json.ts'
import type { TestService } from './service.ts'

const PATIENCE = { timeout: 300_000, interval: 50 }

/** Waits until a service that has just started is fully ready: chain and index are read in the background. */
export async function untilReady({ get }: Pick<TestService, 'get'>): Promise<void> {
  const expectReady = async () => {
    expect((await json(get('/readyz'))).status).toBe('ok')
    expect((await get('/api/launchpad/stats')).status).toBe(200)
  }
  await vi.waitFor(expectReady, PATIENCE)
}

/** Waits until the probe box has shown what isolation holds: before that a box does not start, and a message waits in vain. */
export async function untilBoxesRun({ get }: Pick<TestService, 'get'>): Promise<void> {
  const expectRunning = async () => expect((await json(get('/api/developer/status'))).boxes.running).toBe(true)
  await vi.waitFor(expectRunning, PATIENCE)
}
