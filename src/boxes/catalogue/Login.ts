import { z } from 'zod'

/** How the agent learns, after its start, where its model is; `{gateway}` as in `variables`. */
export const Login = z.strictObject({
  /** A method of the agent's list, which takes the credential from `variables`. */
  method: z.string().min(1).max(120).optional(),
  /** A provider to set, for agents that offer it. */
  provider: z
    .strictObject({ providerId: z.string().max(120), apiType: z.string().max(120), baseUrl: z.string().max(500) })
    .optional(),
})

export type Login = z.output<typeof Login>
