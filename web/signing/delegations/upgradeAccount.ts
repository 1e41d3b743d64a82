import { config } from '../../api/siteData.ts'
import { canSendTogether, sendAll } from '../../wallet/sendAll.ts'

const WORDS = {
  doing: 'Giving your account the code for mandates and orders',
  done: 'Your account can execute the mandates and orders that you sign',
  failed: 'Your account was not changed.',
}

/**
 * Has the wallet give the account its code (EIP-7702). A page cannot sign that itself: a wallet does it for calls that
 * must happen together (EIP-5792), here two of nothing to the account itself.
 */
export async function upgradeAccount(owner: string): Promise<void> {
  if (!(await canSendTogether(config.chainId)))
    throw new Error('This wallet cannot give the account the required code (EIP-7702). Use another wallet.')
  const nothing = { from: owner, to: owner, data: '0x', value: '0x0', chainId: config.chainId }
  await sendAll([nothing, nothing], WORDS)
}
