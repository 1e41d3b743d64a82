import { z } from 'zod'

/** The protocols of models; servers such as Ollama and vLLM speak `openai-chat`. */
export const MODEL_PROTOCOLS = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number]

const Dollars = z.number().min(0).max(1_000_000)

/** US dollars per million tokens, which is micro-dollars per token. */
const ModelPrice = z.strictObject({
  input: Dollars.default(0),
  output: Dollars.default(0),
  /** Default: `input` */
  cacheRead: Dollars.optional(),
  /** Default: `input` */
  cacheWrite: Dollars.optional(),
})
export type ModelPrice = z.output<typeof ModelPrice>

const ModelEndpoint = z.strictObject({
  speaks: z.enum(MODEL_PROTOCOLS),
  /** The path of a request is appended to it. */
  url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }),
  key: z.string().min(1).optional(),
  /** The price of each model that may be asked; `*` in a name matches any characters but a slash. */
  models: z.record(z.string().min(1).max(120), ModelPrice),
  /** A request for a longer answer is lowered to it. */
  outputTokensMax: z.int().min(1).default(32_000),
})
export type ModelEndpoint = z.output<typeof ModelEndpoint>

export const ModelEndpoints = z.record(z.string().min(1).max(40), ModelEndpoint)

const budget = (tokens: number, usd: number) =>
  z.strictObject({ tokens: z.int().min(0).default(tokens), usd: Dollars.default(usd) }).prefault({})

/** The total limits of a box, and the daily limits (UTC) of a developer and of the whole service. */
export const ModelBudgets = z.strictObject({
  box: budget(10_000_000, 10),
  developer: budget(20_000_000, 20),
  service: budget(200_000_000, 200),
})
export type ModelBudgets = z.output<typeof ModelBudgets>
export type ModelBudget = ModelBudgets['box']
