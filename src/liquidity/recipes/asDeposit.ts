import type { CreateRequest } from '#liquidity/endpoints/create/request.ts'

type Chosen = 'protocol' | 'existingPool' | 'newPool' | 'independentToken' | 'dependentToken'
type Unused = 'batchPermitData' | 'signature' | 'nativeTokenBalance' | 'mandate'
type Deposited = Pick<CreateRequest, Exclude<Chosen, 'newPool'>> & Partial<Pick<CreateRequest, 'newPool'>>

/** The deposit of a recipe as a request to /lp/create. */
export function asDeposit(request: Omit<CreateRequest, Chosen | Unused>, deposited: Deposited): CreateRequest {
  const unused = {
    newPool: undefined,
    batchPermitData: undefined,
    signature: undefined,
    nativeTokenBalance: undefined,
    mandate: undefined,
  }
  return { ...request, ...unused, ...deposited }
}
