/** A response that is a stream of messages. */
export type MessageStream = ReadableStreamDefaultController<string>

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export function streamResponse(body: ReadableStream<string>): Response {
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers: HEADERS })
}

export function send(stream: MessageStream, message: object): void {
  sendText(stream, JSON.stringify({ jsonrpc: '2.0', ...message }))
}

export function sendText(stream: MessageStream, message: string): void {
  attempt(() => stream.enqueue(`event: message\ndata: ${message}\n\n`))
}

export function beat(stream: MessageStream): void {
  if (isRead(stream)) attempt(() => stream.enqueue(':\n\n'))
}

export function close(stream: MessageStream): void {
  attempt(() => stream.close())
}

/** Whether the reader has taken all that was sent. */
export function isRead({ desiredSize }: MessageStream): boolean {
  return (desiredSize ?? 0) > 0
}

/** The reader may be gone at any moment. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
