import { Type, type Static } from 'typebox'

/** Paging by number: a bare list in the body, the total in `Content-Range`. */
export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  page: Type.Integer({ minimum: 1, default: 1 }),
})
export type PageQuery = Static<typeof PageQuery>
