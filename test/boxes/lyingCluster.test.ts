import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitOf } from '#boxes/isolation/exitOf.ts'
import { watchObject } from '#boxes/isolation/kubernetes/callCluster.ts'
import { claimPod } from '#boxes/isolation/kubernetes/claimPod.ts'
import { execInPod } from '#boxes/isolation/kubernetes/execInPod.ts'
import { podWorkspace } from '#boxes/isolation/kubernetes/podWorkspace.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { openLyingServer } from '../setup/boxes/kubernetes/openLyingServer.ts'

/** Either ends the service. */
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)
beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', note).on('uncaughtException', note)
})
afterEach(async () => {
  await delay(50)
  process.off('unhandledRejection', note).off('uncaughtException', note)
  expect(unhandled).toEqual([])
})

const flood = (socket: { send(data: Buffer, sent: (error?: Error) => void): void }) => {
  const block = Buffer.alloc(2 ** 16, 1)
  const next = (error?: Error) => error ?? setImmediate(() => socket.send(block, next))
  next()
}

test.each(['no JSON', 'null', '{"details":{"causes":1}}'])('a command ends with the status %s', async (status) => {
  await using server = await openLyingServer({
    exec: (socket) => socket.send(Buffer.from(`\x03${status}`), () => socket.close()),
  })
  expect(await exitOf(execInPod(server.cluster, 'pod', ['true']))).toMatchObject({ code: null })
})

test('a command that the server never answers can be killed', async () => {
  await using server = await openLyingServer({})
  const command = execInPod(server.cluster, 'pod', ['true'])
  const exited = exitOf(command)
  await delay(200)
  command.kill()
  expect(await exited).toMatchObject({ code: null })
})

test('files of a pod that does not answer are given up', async () => {
  await using server = await openLyingServer({ exec: () => {} })
  const workspace = podWorkspace((command) => execInPod(server.cluster, 'pod', command), SIZES.small, {
    timeoutMs: 200,
  })
  await expect(workspace.list('')).rejects.toThrow('cannot be read now')
  await expect(workspace.write('a', Buffer.from('b'))).rejects.toThrow('cannot be read now')
  await expect(workspace.save()).rejects.toThrow('tar ended')
})

test('files of a pod that answers without end are given up', async () => {
  await using server = await openLyingServer({ exec: flood })
  const workspace = podWorkspace((command) => execInPod(server.cluster, 'pod', command), {
    ...SIZES.small,
    workspaceBytes: 2 ** 20,
    files: 1,
  })
  await expect(workspace.list('')).rejects.toThrow('cannot be read now')
  await expect(workspace.read('a', String)).rejects.toThrow('cannot be read now')
  await expect(workspace.save()).rejects.toThrow('larger than the workspace')
})

const READY = {
  metadata: { name: 'box-1', resourceVersion: '1' },
  status: { conditions: [{ type: 'Ready', status: 'True' }], sandbox: { name: 'box-1' } },
}

test('a pod is given back to a server that is gone', async () => {
  await using server = await openLyingServer({
    answer: (request, response) => {
      const isWatch = request.url?.includes('watch=')
      response.end(`${JSON.stringify(isWatch ? { type: 'MODIFIED', object: READY } : READY)}\n`)
    },
  })
  const claimed = await claimPod(server.cluster, SIZES.small)
  server.close()
  await claimed[Symbol.asyncDispose]()
  expect(claimed.pod).toBe('box-1')
})

test('a watch without an answer ends in time', async () => {
  await using server = await openLyingServer({ answer: (_, response) => response.writeHead(200).flushHeaders() })
  const object = { path: '/apis', name: 'box-1', version: '1' }
  const watched = Array.fromAsync(watchObject(server.cluster, object, AbortSignal.timeout(300)))
  await expect(watched).rejects.toThrow(/abort/)
})
