const nothing = { channel: 'nothing', listsOf: async () => [], readAfter: async () => [] }
const absent = () => Promise.reject(new Error('There are no rooms and boxes here.'))

/** No rooms and boxes, for tests of launch events alone. */
export const noLists = {
  describeRun: () => '{}',
  rooms: { ...nothing, requireReadable: absent, postAs: absent },
  positions: { chainIds: [], read: absent },
  boxes: { ...nothing, requireOwned: absent, promptAs: absent, findRun: async () => undefined },
}
