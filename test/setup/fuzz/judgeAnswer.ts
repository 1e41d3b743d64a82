import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './arbitraryOf.ts'
import type { Described } from './requestsOf.ts'

/** Says what is wrong with an answer: a failure of the service, an undeclared status, or a body that its schema refuses. */
export function createJudge(document: Schema): (described: Described, answer: Response) => Promise<string | undefined> {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', ...document })
  return async ({ method, path, operation }, answer) => {
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (type === 'text/event-stream') return void (await answer.body?.cancel())
    const text = await answer.text()
    const { status } = answer
    if (status === 500) return `500: ${text}`
    const declared = operation.responses[status]
    if (!declared) return `the status ${status} is not declared: ${text}`
    const media = Object.keys(declared.content ?? {}).find((name) => name.split(';')[0] === type)
    if (media === undefined) return text === '' || !declared.content ? undefined : `the type ${type} is not declared`
    if (!type.endsWith('json')) return undefined
    const at = [method.toLowerCase(), 'responses', String(status), 'content', media, 'schema']
    const pointer = ['paths', path, ...at].map((key) =>
      encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`)
    if (!validate || validate(JSON.parse(text))) return undefined
    return `${status} does not match its schema: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`
  }
}
