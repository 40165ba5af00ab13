/** How monitoring as code writes the checks of a type. */
export type Construct = {
  name: string
  /** Fields that only this type has beside its request. */
  ownProps?(check: Fields): Fields
  /** The request in the words of code, where they differ from those of the API. */
  requestOf?(request: Fields): Fields
}

type Fields = Readonly<Record<string, unknown>>

/** Code does not name what is not set. */
export function withoutUndefined(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
