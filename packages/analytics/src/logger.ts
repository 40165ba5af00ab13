/** As much of a logger as this room needs. */
export type Logger = Readonly<Record<'info' | 'warn', (fields: object, message: string) => void>>
