# The app as one image, below 400 MB. With DATABASE_URL it uses that PostgreSQL; without, it runs its own in the volume
# /data:
#
#   docker build -t cairn .
#   docker run -p 127.0.0.1:4000:4000 -v cairn:/data cairn
#
# For amd64 and arm64 at once, into a registry:
#
#   docker buildx build --platform linux/amd64,linux/arm64 --tag registry.example.com/cairn --push .
#
# It needs no capability and writes to /data only, so --read-only --cap-drop ALL --security-opt no-new-privileges fit.
# `npm run test:image` builds it and holds it to all this.
# docker-compose.yml runs it beside a PostgreSQL of its own.

# What it is built with, which has Node.js 24 and npm, and what it runs on: no more than Debian with these two (npm fetches
# the former PostgreSQL for an upgrade; Yarn and headers are of no use). Others may stand in their place.
ARG BASE=node:24-slim
ARG RUNTIME=debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM ${BASE} AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# The install scripts must run: they link the embedded PostgreSQL's libraries. Optional dependencies stay: one is the
# library that reads pictures. What goes: Node.js itself, which the lock file has for machines that have none, the compiler,
# which comes as somebody's optional peer, and what only compilers and debuggers read.
RUN npm ci --omit=dev && \
  rm -rf node_modules/node-linux-* node_modules/.bin node_modules/typescript node_modules/@typescript node_modules/@types && \
  find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.a' ')' -delete

FROM ${RUNTIME}
COPY --from=modules /usr/local/bin/node /usr/local/bin/node
COPY --from=modules /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \
  useradd --uid 1000 --user-group --create-home --shell /bin/sh node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist/backend ./dist/backend
COPY --from=build /app/dist/frontend ./dist/frontend
# The guide for programs, which the app shows.
COPY docs ./docs
# The words of mails and pushes.
COPY backend/locales ./backend/locales
# A new volume takes over the owner and the mode of the folder it is mounted on.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Started directly, so that SIGTERM reaches it: it ends within 10 seconds, having answered what was asked.
CMD ["node", "--enable-source-maps", "dist/backend/src/main.js"]
