import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createValidator } from './createValidator.ts'

export type Stored = {
  metadata: { name: string; resourceVersion: string; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: the recorded schemas judge it
  spec?: any
  // biome-ignore lint/suspicious/noExplicitAny: the controller writes it
  status?: any
}

export type Objects = ReturnType<typeof createObjects>

/** The objects of an API server by kind and name, with versions and a feed of their changes. */
export function createObjects() {
  const kinds = new Map<string, Map<string, Stored>>()
  const changes = new EventEmitter().setMaxListeners(0)
  const problemOf = createValidator()
  let version = 0
  const of = (kind: string) => {
    const found = kinds.get(kind) ?? new Map<string, Stored>()
    kinds.set(kind, found)
    return found
  }
  function put(kind: string, object: Stored, type: 'ADDED' | 'MODIFIED'): Stored {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++version) } }
    of(kind).set(stored.metadata.name, stored)
    changes.emit('change', { kind, type, object: stored })
    return stored
  }
  return {
    changes,
    list: (kind: string) => [...of(kind).values()],
    get: (kind: string, name: string) => of(kind).get(name),
    /** Throws the server's message for an object that its schema does not allow. */
    // biome-ignore lint/suspicious/noExplicitAny: it comes from outside
    write(kind: string, sent: any): Stored {
      const name = sent.metadata?.name ?? `${sent.metadata?.generateName ?? ''}${randomBytes(4).toString('hex')}`
      const object = structuredClone({ ...sent, metadata: { ...sent.metadata, name } })
      const problem = problemOf(kind, object)
      if (problem !== undefined) throw new Error(`${sent.kind} "${name}" is invalid: ${problem}`)
      return put(kind, object, of(kind).has(name) ? 'MODIFIED' : 'ADDED')
    },
    /** As the controller writes, past the schemas. */
    put: (kind: string, object: Stored) => put(kind, object, of(kind).has(object.metadata.name) ? 'MODIFIED' : 'ADDED'),
    remove(kind: string, name: string): boolean {
      const object = of(kind).get(name)
      of(kind).delete(name)
      if (object) changes.emit('change', { kind, type: 'DELETED', object })
      return object !== undefined
    },
  }
}
