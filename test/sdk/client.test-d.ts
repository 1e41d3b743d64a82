import { type CodesOf, createClient, type getRoom } from '../../packages/sdk/src/index.ts'

const client = createClient({ url: 'http://127.0.0.1:8787' })

/** Never called: that it compiles is the test. */
export async function types(): Promise<void> {
  const { rooms } = await client.listRooms()
  rooms[0]?.topic satisfies string | undefined
  // @ts-expect-error: a room has a topic.
  await client.createRoom({})
  // @ts-expect-error: an unknown field.
  await client.createRoom({ topic: 'x', colour: 'red' })
  for await (const room of client.each.listRooms({ limit: 5 })) room.id satisfies string
  // @ts-expect-error: one room has no pages.
  client.each.getRoom
  for await (const { data } of client.followRoom({ roomId: 'room_1' })) data.seq satisfies number
  'not_found' satisfies CodesOf<typeof getRoom>
  // @ts-expect-error: reading a room cannot fail like this.
  'already_exists' satisfies CodesOf<typeof getRoom>
  const result = await client.try.getRoom({ roomId: 'room_1' })
  if (result.ok) result.value.room.topic satisfies string
  else if (result.error.code === 'not_found') result.error.message satisfies string
}
