import { createLocalJWKSet, jwtVerify } from 'jose'
import { invalidField } from '#core/ApiError.ts'
import type { Context } from '#explain/Context.ts'
import { type TransactionPayload, TYPE } from '#explain/rules/Statement.ts'

export type Content = TransactionPayload

/** The content of a statement of this service about a transaction, expired or not; throws for any other text. */
export async function verifyStatement({ signer }: Context, statement: string): Promise<Content> {
  try {
    // A receipt is compared after the transaction was mined, when most statements have expired.
    const options = { issuer: signer.issuer, typ: TYPE, algorithms: ['EdDSA'], currentDate: new Date(0) }
    const { payload } = await jwtVerify(statement, createLocalJWKSet(signer.jwks), options)
    if (typeof payload['dataHash'] === 'string') return payload as unknown as Content
  } catch (error) {
    throw invalidField('statement', PROBLEM, error)
  }
  throw invalidField('statement', 'is about typed data or a batch: send the statement of a transaction')
}

const PROBLEM = 'is not a statement of this service: send the statement from the response, unchanged'
