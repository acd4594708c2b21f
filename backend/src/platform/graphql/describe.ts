/** The options of a field or an argument that can be null. */
export const orNull = (description: string) => ({ nullable: true, description }) as const;
