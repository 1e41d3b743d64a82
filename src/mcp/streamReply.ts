import { close, isRead, type MessageStream, send, sendText, streamResponse } from './messageStream.ts'

type Replying<Reply> = {
  reply(notify: (message: object) => void): Promise<Reply>
  /** The reply as a response of its own. */
  respond(reply: Reply): Response
  textOf(reply: Reply): string
}

/** A response that becomes a stream with the first notification; without one it is a document with its own status. */
export function streamReply<Reply>({ reply, respond, textOf }: Replying<Reply>): Promise<Response> {
  const opened = Promise.withResolvers<Response>()
  let stream: MessageStream | undefined
  const open = () => {
    const { body, controller } = messageStream()
    opened.resolve(streamResponse(body))
    return controller
  }
  const notify = (message: object) => {
    stream ??= open()
    if (isRead(stream)) send(stream, message)
  }
  const end = (given: Reply) => {
    if (!stream) return opened.resolve(respond(given))
    sendText(stream, textOf(given))
    close(stream)
  }
  reply(notify).then(end, (error) => (stream ? close(stream) : opened.reject(error)))
  return opened.promise
}

function messageStream(): { body: ReadableStream<string>; controller: MessageStream } {
  const controllers: MessageStream[] = []
  const body = new ReadableStream<string>({ start: (controller) => void controllers.push(controller) })
  return { body, controller: controllers[0] as MessageStream }
}
