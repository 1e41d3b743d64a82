import type { z } from 'zod'
import type * as receipt from '#explain/wire/receipt.ts'
import type * as wire from '#explain/wire/schemas.ts'

export type Receipt = z.input<typeof receipt.Receipt>
export type Explanation = z.input<typeof wire.Response>
