declare module 'autocannon' {
  type Options = {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    connections?: number
    duration?: number
    pipelining?: number
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; average: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
