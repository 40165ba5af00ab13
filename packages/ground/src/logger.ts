/** As much of a structured logger as any room needs: fields first, then one plain sentence. */
export type Logger = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
>
