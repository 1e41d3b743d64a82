/** `data` is the first line of an event's data; a heartbeat has none. */
export type Frame = { event: string; data: string | undefined }

/** The events in a stream of server-sent events. */
export async function* framesOf(feed: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await feed.read()
    if (done) return
    const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames)
      yield { event: /^event: ?(.*)$/m.exec(frame)?.[1] ?? 'message', data: /^data: ?(.*)$/m.exec(frame)?.[1] }
  }
}
