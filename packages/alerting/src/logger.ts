/** As much of a logger as this room needs. */
export type Logger = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
>
