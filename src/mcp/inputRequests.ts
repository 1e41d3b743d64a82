import { isObject } from '#core/isObject.ts'
import type { Work, WorkQuestion } from '#core/ToolWork.ts'

/** The questions of work as requests to the client, by their ids. */
export function inputRequestsOf({ questions }: Work): Record<string, object> {
  return Object.fromEntries(questions.map((question) => [question.id, toElicitation(question)]))
}

function toElicitation({ title, options }: WorkQuestion): object {
  const answer = { type: 'string', title: 'Answer', oneOf: options.map(({ id, name }) => ({ const: id, title: name })) }
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `The agent asks: ${title}`,
      requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] },
    },
  }
}

export type Answer = { question: string; option: string | undefined }

/** The answers in the responses of a client. A person who declines or dismisses the question refuses. */
export function answersIn(responses: unknown, { questions }: Pick<Work, 'questions'>): Answer[] {
  if (!isObject(responses)) return []
  return questions.flatMap(({ id: question }): Answer[] => {
    const response = Object.hasOwn(responses, question) ? responses[question] : undefined
    if (!isObject(response)) return []
    if (response['action'] !== 'accept') return [{ question, option: undefined }]
    const { answer } = isObject(response['content']) ? response['content'] : {}
    return [{ question, option: typeof answer === 'string' ? answer : '' }]
  })
}
