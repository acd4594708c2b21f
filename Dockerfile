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
# The container needs no capabilities and writes only to /data. You can therefore use
# --read-only --cap-drop ALL --security-opt no-new-privileges. `npm run test:image` builds the image and tests all this.
# docker-compose.yml runs it with a separate PostgreSQL.

# BASE builds the app and has Node.js 24 and npm. RUNTIME is a Debian, to which Node.js and npm are copied: an upgrade of the
# embedded PostgreSQL downloads the former one by npm. Other images can replace both.
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
# The install scripts must run, because they link the embedded PostgreSQL's libraries. Optional dependencies stay, because
# one is the library that reads pictures. Removed are the Node.js of the lock file, the compiler, which is an optional peer
# of a dependency, and files for compilers and debuggers.
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
# The guides for programs, which the app serves.
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
# Started without npm, so that SIGTERM reaches the app. It finishes running requests and ends within 10 seconds.
CMD ["node", "--enable-source-maps", "dist/backend/src/main.js"]
