import type { Operations } from './api-types.ts'

/** An operation of the API, by its method and its path: `GET /v1/checks/{id}`. */
export type Operation = keyof Operations

/** What an operation answers when it succeeds. */
export type Answer<Name extends Operation> = Operations[Name]['answer']

/** What an operation takes in its body. */
export type Body<Name extends Operation> = NonNullable<PartOf<Operations[Name]['request'], 'body'>>

/** What an operation can be asked for in the address. */
export type Query<Name extends Operation> = RelaxedQuery<
  NonNullable<PartOf<Operations[Name]['request'], 'query'>>
>

/** All that is sent to an operation. */
export type Request<Name extends Operation> = {
  [Part in keyof Operations[Name]['request']]: RelaxedPart<Part, Operations[Name]['request'][Part]>
} & { signal?: AbortSignal }

type PartOf<Sent, Part extends string> = Sent extends { [Name in Part]?: infer Value } ? Value : never

type RelaxedPart<Part, Value> = Part extends 'params'
  ? // A path is text, whatever is written into it.
    { readonly [Name in keyof Value]: string | number }
  : Part extends 'query'
    ? RelaxedQuery<NonNullable<Value>>
    : Value

/** What is null or not defined is left out of an address. */
type RelaxedQuery<Parameters> = {
  readonly [Name in keyof Parameters]: QueryValue<Parameters[Name]> | null | undefined
}

/** An address is text: a moment in milliseconds may be given as the number that it is. */
type QueryValue<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : string extends Value
    ? Value | number
    : Value
