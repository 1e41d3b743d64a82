import { chooseLaunch, isReply } from '#agents/desk/launches.ts'
import { ether } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { send } from '#agents/desk/Service.ts'
import { ask, type Topic } from '#agents/desk/Topic.ts'
import { named } from './launches.ts'
import { proposed } from './trading.ts'

/** The unclaimed fees of one token's creator. */
const waiting: Topic = {
  name: 'waitingFees',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const { claimable, pendingInPool, claimed } = token.creatorFees
    return {
      text: `${named(token)}: ${ether(claimable)} wait for ${token.currentCreator}, ${ether(pendingInPool)} more in the pool until they are collected; ${ether(claimed)} were claimed (${asOf(desk.now)}). Next: "claim the creator fees".`,
      slots: { launch: token.address },
    }
  },
}

const claimCreator: Topic = {
  name: 'claimCreator',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const slots = { ...desk.slots, launch: token.address }
    const wallet = desk.slots.wallet ?? desk.memory.wallet
    if (!wallet) return { ...ask('For which wallet? Send its address; I never need a key.', 'wallet'), slots }
    const body = { action: 'claim', chainId: desk.directory.chainId, from: wallet, token: token.address }
    const built = await send(desk.service, '/api/launchpad/prepare', body)
    return { ...proposed(desk, { title: `Claim the creator's fees`, wallet, built, body }), wallet, slots }
  },
}

export const creatorFeeTopics: readonly Topic[] = [waiting, claimCreator]
