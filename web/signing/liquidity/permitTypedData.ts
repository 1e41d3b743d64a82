import type { PermitData } from '../../api/liquidity.ts'

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** A permit as wallets sign it (eth_signTypedData_v4): the chain by its number, the lists of fields unwrapped. */
export function permitTypedData({ domain, types, values }: PermitData, chainId: number) {
  const unwrapped = Object.fromEntries(Object.entries(types).map(([name, { fields }]) => [name, fields]))
  return {
    domain: { ...domain, chainId },
    types: { EIP712Domain: DOMAIN, ...unwrapped },
    primaryType: 'PermitBatch',
    message: values,
  }
}
