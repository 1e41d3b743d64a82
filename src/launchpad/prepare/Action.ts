import type { z } from 'zod'
import type { Context } from '#launchpad/Context.ts'
import type { Plan, SignaturePlan } from './Plan.ts'

/** An action of `prepare`, as data: its request, and the plan for it. */
export type Action<Schema extends z.ZodObject> = {
  schema: Schema
  plan(context: Context, request: z.output<Schema>): Plan | Promise<Plan | SignaturePlan>
}

/** Infers the type of the request from the schema. */
export function defineAction<Schema extends z.ZodObject>(action: Action<Schema>): Action<Schema> {
  return action
}
