import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitOf } from '#boxes/isolation/exitOf.ts'
import { callCluster, watchObject } from '#boxes/isolation/kubernetes/callCluster.ts'
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

test('a pod is released although the server is gone', async () => {
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

/** Sends this text until the connection is closed, and never ends a line. */
const endlessly = (text: string) => (_request: unknown, response: ServerResponse) => {
  const block = text.repeat(2 ** 16)
  const next = () => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', next)
  }
  next()
}

test('an answer without end is refused, and the connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  await using server = await openLyingServer({
    answer: (request, response) => {
      response.once('close', closed.resolve)
      endlessly('{')(request, response)
    },
  })
  await expect(callCluster(server.cluster, { method: 'GET', path: '/apis' })).rejects.toThrow('more than 4 MiB')
  await closed.promise
})

test('a watch whose line has no end is refused', async () => {
  await using server = await openLyingServer({ answer: endlessly('{') })
  const object = { path: '/apis', name: 'box-1', version: '1' }
  const watched = Array.fromAsync(watchObject(server.cluster, object, AbortSignal.timeout(20_000)))
  await expect(watched).rejects.toThrow('more than 4 MiB')
})

test('a watch may be longer than one answer, if its lines are not', async () => {
  const line = `${JSON.stringify({ type: 'MODIFIED', object: 'x'.repeat(2 ** 20) })}\n`
  await using server = await openLyingServer({ answer: (_, response) => response.end(line.repeat(6)) })
  const object = { path: '/apis', name: 'box-1', version: '1' }
  const watched = await Array.fromAsync(watchObject(server.cluster, object, AbortSignal.timeout(20_000)))
  expect(watched).toHaveLength(6)
})

test.each(['/k8s/clusters/c-1', '/k8s/clusters/c-1/'])('a server at %s is called below its path', async (prefix) => {
  const asked: (string | undefined)[] = []
  await using server = await openLyingServer({
    answer: (request, response) => {
      asked.push(request.url)
      response.end('{}')
    },
    exec: (socket, request) => {
      asked.push(request.url?.split('?', 1)[0])
      socket.send(Buffer.from('\x03{"status":"Success"}'), () => socket.close())
    },
  })
  const cluster = { ...server.cluster, server: new URL(prefix, server.cluster.server) }
  await callCluster(cluster, { method: 'GET', path: '/apis/a?b=c' })
  expect(await exitOf(execInPod(cluster, 'pod', ['true']))).toMatchObject({ code: 0 })
  expect(asked).toEqual(['/k8s/clusters/c-1/apis/a?b=c', '/k8s/clusters/c-1/api/v1/namespaces/boxes/pods/pod/exec'])
})
