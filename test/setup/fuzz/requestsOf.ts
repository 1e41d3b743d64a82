import fc, { type Arbitrary } from 'fast-check'
import { arbitraryOf, hostile, type Known, type Schema } from './arbitraryOf.ts'

export type Described = {
  method: string
  path: string
  operation: {
    parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
    requestBody?: { content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }> }
    responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
  }
}
export type FuzzedRequest = { path: string; headers: Record<string, string>; body: string | undefined }

/** The operations of an OpenAPI document. */
export function operationsOf(document: Schema): Described[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Described['operation']>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Requests of one operation: mostly right, with one or two places that are not. */
export function requestsOf(document: Schema, known: Known): (described: Described) => Arbitrary<FuzzedRequest> {
  const arbitraryFor = arbitraryOf(document, known)
  return ({ path, operation: { parameters = [], requestBody } }) => {
    const values = parameters.map(({ name, in: place, required, schema }) => {
      const value = arbitraryFor(schema, name).map((content) => ({ name, place, text: textOf(content) }))
      return fc.option(value, { nil: undefined, freq: required || place === 'path' ? 1_000 : 1 })
    })
    return fc.tuple(fc.tuple(...values), bodyOf(requestBody, arbitraryFor)).map(([given, body]) => {
      const sent = given.filter((value) => value !== undefined)
      const at = (place: string) => sent.filter((value) => value.place === place)
      const filled = at('path').reduce((all, { name, text }) => all.replace(`{${name}}`, () => segment(text)), path)
      const query = at('query').map(({ name, text }) => `${name}=${encode(text)}`)
      const headers = at('header').map(({ name, text }) => [name, text.replaceAll(/[^\x20-\x7e]/g, '').trim()])
      return {
        path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
        headers: { ...Object.fromEntries(headers), ...(body && { 'content-type': body.type }) },
        body: body?.text,
      }
    })
  }
}

type Body = { type: string; text: string } | undefined

function bodyOf(
  requestBody: Described['operation']['requestBody'],
  arbitraryFor: (schema: Schema) => Arbitrary<unknown>,
): Arbitrary<Body> {
  const [content] = Object.entries(requestBody?.content ?? {})
  if (!content) return fc.constant(undefined)
  const [type, { schema, examples = {} }] = content
  const valid = Object.values(examples).map(({ value }) => value)
  const right = (value: unknown) => ({ type, text: type.includes('json') ? JSON.stringify(value) : formOf(value) })
  const fromSchema = arbitraryFor(schema).map(right)
  const changes = fc.array(fc.tuple(fc.nat(), hostile), { maxLength: 2 })
  const fromExample = fc
    .tuple(fc.constantFrom(...valid), changes)
    .map(([example, made]) => right(changed(example, made)))
  const broken = fc.constantFrom<Body>(
    { type, text: '{' },
    { type, text: '' },
    { type: 'text/plain', text: '{}' },
    { type, text: '\ufeff{}' },
    { type, text: `{"a":${'['.repeat(5_000)}` },
  )
  return fc.oneof(
    { weight: 6, arbitrary: fromSchema },
    { weight: valid.length > 0 ? 4 : 0, arbitrary: fromExample },
    { weight: 1, arbitrary: broken },
  )
}

/** The example with some of its values replaced. */
function changed(example: unknown, changes: [number, unknown][]): unknown {
  const copy = { root: structuredClone(example) }
  for (const [pick, value] of changes) {
    const places = placesIn(copy)
    const place = places[pick % places.length]
    if (place) place.holder[place.key] = structuredClone(value)
  }
  return copy.root
}

type Place = { holder: Record<string, unknown>; key: string }

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** A lone surrogate cannot be written in a URL; its replacement can. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A segment of a path; URLs drop empty ones and dots. */
function segment(text: string): string {
  return /^\.{0,2}$/.test(text) ? '_' : encode(text)
}

function formOf(value: unknown): string {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.map(([name, content]) => `${encode(name)}=${encode(textOf(content))}`).join('&')
}
