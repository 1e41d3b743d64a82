/** The body of an answer, as loose as a client without types sees it. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
export async function json(response: Response | Promise<Response>): Promise<any> {
  return (await response).json()
}
