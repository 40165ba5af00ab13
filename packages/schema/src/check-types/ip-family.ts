/** Apart from the schemas: the thread that pings needs the names and nothing else. */
export const ipFamilies = ['IPv4', 'IPv6'] as const
export type IpFamily = (typeof ipFamilies)[number]
