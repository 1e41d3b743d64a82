import type { AbiEvent, AbiParameter } from 'viem'

type Named<Input extends AbiParameter> = Input extends { name: infer Name extends string } ? Name : never

/** Where the inputs of an event are, by name: the topic of an indexed one, else its first word in the data. */
type Layout<Event extends AbiEvent> = Readonly<Record<Named<Event['inputs'][number]>, number>>

/** Computed once per event, so that reading a log costs one look-up by name. */
export function layoutOf<const Event extends AbiEvent>(event: Event): Layout<Event> {
  const layout: Record<string, number> = {}
  let [topic, word] = [1, 0]
  for (const input of event.inputs) {
    layout[input.name ?? ''] = input.indexed ? topic++ : word
    if (!input.indexed) word += wordsOf(input)
  }
  return layout as Layout<Event>
}

/** A dynamic value has one word, an offset behind the other words. */
function wordsOf(input: AbiParameter): number {
  if (!('components' in input) || input.type !== 'tuple') return 1
  return input.components.reduce((total, member) => total + wordsOf(member), 0)
}
