/** Creates a test case only if it applies. A skipped test would hide tests that are skipped by mistake. */
export const onlyIf = (applies: boolean, name: string): string[] => (applies ? [name] : []);
