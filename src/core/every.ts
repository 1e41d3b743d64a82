/** Runs `work` every `ms` until disposed, without keeping the process alive; a failed run goes to `failed`. */
export function every(ms: number, work: () => unknown, failed: (error: unknown) => void = () => {}): Disposable {
  const attempt = async () => {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
  }
  const timer = setInterval(attempt, ms).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
