import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { createKey } from './endpoints/createKey.ts'
import { listKeys } from './endpoints/listKeys.ts'
import { readKeyUsage } from './endpoints/readKeyUsage.ts'
import { reportKey } from './endpoints/reportKey.ts'
import { revokeKey } from './endpoints/revokeKey.ts'
import { rotateKey } from './endpoints/rotateKey.ts'

export function operations(context: Context): Operation[] {
  return [
    createKey(context),
    listKeys(context),
    rotateKey(context),
    revokeKey(context),
    reportKey(context),
    readKeyUsage(context),
  ]
}
