import type { Context } from '#arena/Context.ts'
import type { Identity } from '#arena/rules/Identity.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'

/** The badges of participants in the room of a launch, by participant: those of the wallet of their developer. */
export async function readBadges(
  { launches, walletsOf }: Context,
  { token }: RoomRow,
  people: readonly Pick<ParticipantRow, 'id' | 'developer_id'>[],
): Promise<Map<string, { badges: string[] }>> {
  if (token === null || !launches || people.length === 0) return new Map()
  const wallets = await walletsOf([...new Set(people.map(({ developer_id }) => developer_id))])
  const badges = await launches.badgesOf(token, [...wallets.values()])
  return new Map(
    people.map(({ id, developer_id }) => [id, { badges: [...(badges.get(wallets.get(developer_id) ?? '') ?? [])] }]),
  )
}

/** Whether the identity is a person whose wallet has the creator's right, by itself or as an account of a fee split. */
export async function holdsCreatorRight(
  { launches, walletsOf }: Context,
  { token }: RoomRow,
  identity: Identity | undefined,
): Promise<boolean> {
  if (token === null || !launches || identity?.kind !== 'wallet') return false
  const wallet = (await walletsOf([identity.developerId])).get(identity.developerId)
  return wallet !== undefined && launches.holdsRight(token, wallet)
}
