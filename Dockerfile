FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libcurl4-openssl-dev libgoogle-perftools-dev libpq-dev libvips-dev pkg-config zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# The packages in a layer of their own, which an edit of the sources leaves as it is.
COPY Package.* ./
RUN swift package resolve
COPY . .
RUN swift build -c release --product hatched --static-swift-stdlib \
 && swift build -c release --product hatched-pictures --static-swift-stdlib

# The explorer's page without PyPI says how to get its files; all else is the same.
FROM debian:bookworm-slim AS explorer
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY scripts/ scripts/
COPY Sources/Server/Explorer/Web/vendor.sha256 Sources/Server/Explorer/Web/
RUN scripts/explorer-files /explorer || mkdir -p /explorer

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libcurl4 libpq5 libtcmalloc-minimal4 libvips42 tzdata zlib1g ca-certificates \
    weasyprint fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --shell /usr/sbin/nologin --uid 10001 hatched \
 && install --directory --owner=hatched --group=hatched --mode=0700 /var/lib/hatched
COPY --from=build /source/.build/release/hatched /source/.build/release/hatched-pictures /usr/local/bin/
COPY --from=build /source/LICENSE /usr/share/doc/hatched/
COPY --from=explorer /explorer /usr/share/hatched/explorer
ENV PORT=8080 HATCHED_EXPLORER_FILES=/usr/share/hatched/explorer HATCHED_FILES_FOLDER=/var/lib/hatched
USER hatched
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s CMD ["hatched", "health"]
ENTRYPOINT ["hatched"]
CMD ["serve", "--host", "0.0.0.0"]
