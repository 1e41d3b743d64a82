import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'

test('the addresses are those that MetaMask lists for version 1.3.0 on chain 4663', () => {
  const { EIP7702StatelessDeleGatorImpl, ...listed } = DELEGATOR_CONTRACTS['1.3.0']?.[4663] ?? {}
  const published = { ...listed, EIP7702StatelessDeleGator: EIP7702StatelessDeleGatorImpl }
  expect(published).toMatchObject(FRAMEWORK)
})
