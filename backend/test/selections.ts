/** What GraphQL is asked for so that it answers exactly what REST does. */
export const USER = 'id firstName lastName username email avatar createdAt updatedAt';
export const PROJECT =
  'id name description color revision version memberCount memberIds viewerRole createdAt updatedAt';
export const MEMBER = `userId projectId role joinedAt user { ${USER} }`;
export const TASK = `id projectId title description status priority dueDate tags rank version creatorId assigneeId
  createdAt updatedAt`;

export const NOTIFICATION = 'id kind title message read createdAt actor { id } task { id } project { id }';

/** A mutation whose argument is `$input`, and what to ask of its payload. */
export const mutation = (field: string, selection: string): string =>
  `mutation($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${selection} } }`;
