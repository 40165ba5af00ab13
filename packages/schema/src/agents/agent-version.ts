/** The version that our agent reports, and the newest one that the service knows. */
export const agentVersion = '8.4.0'
