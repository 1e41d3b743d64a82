import { hkdfSync } from 'node:crypto'

/** The root secret, and the previous one, which stays accepted after a rotation. */
export type RootSecrets = { current: Uint8Array; previous?: Uint8Array | undefined }

/** 32 bytes for one purpose (HKDF-SHA-256); they reveal neither the root nor the secret of another purpose. */
function derive(root: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `slipway ${purpose}`, 32))
}

/** The derived secret of the current root first, then of the previous one. */
export function deriveAll({ current, previous }: RootSecrets, purpose: string): [Buffer, ...Buffer[]] {
  return previous ? [derive(current, purpose), derive(previous, purpose)] : [derive(current, purpose)]
}
