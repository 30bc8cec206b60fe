// A query by the Go SDK: go mod init flow && go mod tidy && go run sdk.go
package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/athena"
	"github.com/aws/aws-sdk-go-v2/service/athena/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {
	ctx := context.Background()
	settings := need(config.LoadDefaultConfig(ctx))
	client := athena.NewFromConfig(settings)
	started := need(client.StartQueryExecution(ctx, &athena.StartQueryExecutionInput{
		QueryString:           aws.String("SELECT id, name FROM answers WHERE name = ? ORDER BY id"),
		ExecutionParameters:   []string{"'été'"},
		QueryExecutionContext: &types.QueryExecutionContext{Database: aws.String("db")},
		WorkGroup:             aws.String("lab"),
	}))
	var query *types.QueryExecution
	for query == nil || query.Status.CompletionDateTime == nil {
		time.Sleep(20 * time.Millisecond)
		query = need(client.GetQueryExecution(ctx, &athena.GetQueryExecutionInput{QueryExecutionId: started.QueryExecutionId})).QueryExecution
	}
	pages := athena.NewGetQueryResultsPaginator(client, &athena.GetQueryResultsInput{QueryExecutionId: started.QueryExecutionId, MaxResults: aws.Int32(1)})
	names := []string{}
	for pages.HasMorePages() {
		for _, row := range need(pages.NextPage(ctx)).ResultSet.Rows {
			names = append(names, *row.Data[1].VarCharValue)
		}
	}
	expect(strings.Join(names, ","), "name,été")

	files := s3.NewFromConfig(settings, func(options *s3.Options) { options.UsePathStyle = true })
	output := strings.SplitN(strings.TrimPrefix(*query.ResultConfiguration.OutputLocation, "s3://"), "/", 2)
	file := need(files.GetObject(ctx, &s3.GetObjectInput{Bucket: &output[0], Key: &output[1]}))
	expect(string(need(io.ReadAll(file.Body))), "\"id\",\"name\"\n\"1\",\"été\"\n")
	need(files.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("data"), Key: aws.String("go/é.txt"), Body: strings.NewReader("go")}))
	need(files.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String("data"), Key: aws.String("go/é.txt")}))
}

func need[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func expect(got, wanted string) {
	if got != wanted {
		panic(fmt.Sprintf("%q is not %q", got, wanted))
	}
}
