/** Schemas of the API as plain JSON Schema; `build/documents.ts` says which there are. */
declare module 'sonde-schema:*' {
  import type { FormSchema } from './schema-form/form-schema.ts'
  const schema: FormSchema
  export default schema
}

/** The types of check that can be made. */
declare module 'sonde-schema:check-kinds' {
  import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'
  const kinds: readonly {
    readonly checkType: CheckKindType
    /** Its place in the path: `/v1/checks/<segment>`. */
    readonly segment: string
    /** `TCP monitor` */
    readonly title: string
    readonly article: 'a' | 'an'
    readonly subMinuteSeconds: readonly number[]
    /** `/v1/analytics/<segment>/{id}` */
    readonly analyticsSegment: string
    /** False for a type that never reaches an agent. */
    readonly isRun: boolean
  }[]
  export default kinds
}
