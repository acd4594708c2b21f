const keyOf = (userId: string): string => `last-project:${userId}`;

/** The project in which this person made a task last on this device. It goes when they sign out. */
export const lastProject = (userId: string): string | undefined => {
  try {
    return localStorage.getItem(keyOf(userId)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const rememberProject = (userId: string, projectId: string): void => {
  try {
    localStorage.setItem(keyOf(userId), projectId);
  } catch {
    // Then the next task asks for its project.
  }
};
