import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { defineDocument, type Operation } from '#core/Operation.ts'
import type { Deployment } from './Deployment.ts'
import { openApi } from './openApi.ts'

/** The OpenAPI document, whole or of one tag; each is generated at its first request. */
export function openApiDocument(deployment: () => Deployment): Operation {
  const texts = new Map<string | undefined, string>()
  return defineDocument({
    name: 'getOpenApi',
    method: 'GET',
    path: '/api/developer/openapi.json',
    tag: 'discovery',
    summary: 'Get the OpenAPI 3.1 document of this API, with every path.',
    description: '`tag` limits the document to the operations of one tag. The whole document is large; read it by tag.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=300',
    request: z.object({ tag: z.string().max(40).optional().meta({ description: 'Such as `arena` or `liquidity`.' }) }),
    response: z.record(z.string(), z.unknown()),
    document({ tag }) {
      const text = texts.get(tag) ?? JSON.stringify(openApi(ofTag(deployment(), tag)))
      texts.set(tag, text)
      return text
    },
  })
}

/** The deployment with the operations of one tag. */
function ofTag(deployment: Deployment, tag: string | undefined): Deployment {
  if (tag === undefined) return deployment
  const operations = deployment.operations.filter((operation) => operation.tag === tag)
  const webhooks = tag === 'rules' ? deployment.webhooks : []
  if (operations.length > 0) return { ...deployment, operations, webhooks }
  const tags = new Set(deployment.operations.map((operation) => operation.tag))
  throw invalidField('tag', `must be one of ${[...tags].toSorted().join(', ')}`)
}
