import { Type, type Static, type TSchema } from 'typebox'
import { Nullable, component } from './building-blocks.ts'

/** Paging by position: what is added meanwhile does not shift the pages. */
export const CursorQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  nextId: Type.Optional(Type.String({ description: 'Start of the page: `nextId` of the previous page.' })),
})
export type CursorQuery = Static<typeof CursorQuery>

export function cursorPage<T extends TSchema>(name: string, entry: T) {
  return component(
    name,
    Type.Object({
      length: Type.Integer({ description: 'Number of items on this page.' }),
      entries: Type.Array(entry),
      nextId: Nullable(Type.String(), { description: 'Null on the last page.' }),
    }),
  )
}
