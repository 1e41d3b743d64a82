import { ApiError } from '#core/ApiError.ts'
import { createHostEgress } from './createHostEgress.ts'
import { createModelEgress } from './createModelEgress.ts'
import type { Egress, Gateway, GatewayOptions } from './Gateway.ts'
import { refuse } from './refuse.ts'

export function createGateway(options: GatewayOptions): Gateway {
  const toModels = createModelEgress(options)
  const toHosts = createHostEgress(options)
  return {
    open(box, { speaks, hosts }) {
      const askModel = speaks ? toModels(box, speaks) : noModel
      const readHost = toHosts(box, hosts)
      return (stream, headers) =>
        headers[':path']?.startsWith('/egress/hosts/') ? readHost(stream, headers) : askModel(stream, headers)
    },
  }
}

const noModel: Egress = async (stream) =>
  refuse(stream, new ApiError('permission_denied', 'This agent has no model. Create a box with an agent that has one.'))
